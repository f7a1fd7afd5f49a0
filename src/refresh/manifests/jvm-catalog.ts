/** What the better known Java and Kotlin libraries are: by `group:artifact`, and by group where one name covers it. */

import { type Catalog, catalog } from './part.ts'

export const JVM_CATALOG: Catalog = catalog({
  framework: {
    'org.springframework.boot': 'Spring Boot',
    'org.springframework.cloud': 'Spring Cloud',
    'org.springframework.ai': 'Spring AI',
    'org.springframework.security': 'Spring Security',
    'org.springframework': 'Spring Framework',
    'com.alibaba.cloud': 'Spring Cloud Alibaba',
    'org.apache.dubbo': 'Dubbo',
    'io.quarkus': 'Quarkus',
    'io.quarkus.platform': 'Quarkus',
    'io.micronaut': 'Micronaut',
    'io.helidon': 'Helidon',
    'io.dropwizard': 'Dropwizard',
    'io.vertx': 'Vert.x',
    'io.ktor': 'Ktor',
    'io.javalin': 'Javalin',
    'jakarta.platform': 'Jakarta EE',
    'com.android.application': 'Android application',
    'com.android.library': 'Android library',
    'androidx.compose': 'Jetpack Compose',
    'androidx.compose.ui': 'Jetpack Compose',
    'org.jetbrains.compose': 'Compose Multiplatform',
    'org.openjfx': 'JavaFX',
    'io.grpc': 'gRPC',
    'io.netty': 'Netty',
    'org.apache.camel': 'Camel',
    'org.apache.flink': 'Flink',
    'org.apache.spark': 'Spark',
    'org.projectlombok': 'Lombok',
    'org.mapstruct': 'MapStruct',
    'org.jetbrains.kotlinx:kotlinx-coroutines-core': 'Kotlin coroutines',
  },
  data: {
    'org.hibernate': 'Hibernate',
    'org.hibernate.orm': 'Hibernate',
    'org.mybatis': 'MyBatis',
    'org.mybatis.spring.boot': 'MyBatis',
    'com.baomidou': 'MyBatis-Plus',
    'org.jooq': 'jOOQ',
    'org.jetbrains.exposed': 'Exposed',
    'androidx.room': 'Room',
    'org.flywaydb': 'Flyway',
    'org.liquibase': 'Liquibase',
    'org.postgresql': 'PostgreSQL driver',
    'com.mysql': 'MySQL driver',
    mysql: 'MySQL driver',
    'com.h2database': 'H2',
    'org.apache.kafka': 'Kafka client',
    'org.springframework.kafka': 'Spring Kafka',
    'redis.clients': 'Jedis',
    'org.redisson': 'Redisson',
    'org.mongodb': 'MongoDB driver',
  },
  testing: {
    'org.junit.jupiter': 'JUnit 5',
    'org.junit': 'JUnit 5',
    junit: 'JUnit 4',
    'org.testng': 'TestNG',
    'org.mockito': 'Mockito',
    'io.mockk': 'MockK',
    'io.kotest': 'Kotest',
    'org.spockframework': 'Spock',
    'org.assertj': 'AssertJ',
    'org.testcontainers': 'Testcontainers',
    'io.rest-assured': 'REST Assured',
  },
  tooling: {
    'com.diffplug.spotless': 'Spotless',
    'io.gitlab.arturbosch.detekt': 'detekt',
    'org.jlleitschuh.gradle.ktlint': 'ktlint',
    'com.google.protobuf': 'Protocol Buffers',
    'com.google.cloud.tools.jib': 'Jib',
    'com.github.johnrengelman.shadow': 'Shadow',
    'com.gradleup.shadow': 'Shadow',
  },
})

/** By `group:artifact`, else by the longest known group that the group is, or lies below. */
export function catalogId(group: string, artifact: string): string {
  if (JVM_CATALOG.has(`${group}:${artifact}`)) return `${group}:${artifact}`
  for (let head = group.slice(0, 200); head !== ''; head = head.slice(0, Math.max(0, head.lastIndexOf('.')))) {
    if (JVM_CATALOG.has(head)) return head
  }
  return `${group}:${artifact}`
}
