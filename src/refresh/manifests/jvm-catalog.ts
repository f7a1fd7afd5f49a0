/** What the better known Java and Kotlin libraries are: by `group:artifact`, and by group where one name covers it. */

import { type Catalog, catalog } from './part.ts'

export const JVM_CATALOG: Catalog = catalog({
  framework: {
    'org.springframework.boot': 'Spring Boot',
    ...starters({
      webflux: 'Spring WebFlux',
      security: 'Spring Security',
      thymeleaf: 'Thymeleaf',
      freemarker: 'FreeMarker',
      graphql: 'Spring for GraphQL',
      batch: 'Spring Batch',
      quartz: 'Quartz',
      amqp: 'Spring AMQP',
      websocket: 'Spring WebSocket',
    }),
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
    'org.jetbrains.kotlinx:kotlinx-coroutines-core': 'Kotlin coroutines',
  },
  data: {
    ...starters({
      'data-jpa': 'Spring Data JPA',
      'data-jdbc': 'Spring Data JDBC',
      'data-redis': 'Spring Data Redis',
      'data-mongodb': 'Spring Data MongoDB',
      'data-elasticsearch': 'Spring Data Elasticsearch',
    }),
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
    'com.alibaba:druid-spring-boot-starter': 'Druid',
    'com.alibaba:druid-spring-boot-3-starter': 'Druid',
    'com.github.pagehelper': 'PageHelper',
    'org.apache.kafka': 'Kafka client',
    'org.springframework.kafka': 'Spring Kafka',
    'redis.clients': 'Jedis',
    'org.redisson': 'Redisson',
    'org.mongodb': 'MongoDB driver',
  },
})

/** Spring Boot's starters name what they bring. */
function starters(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(table).map(([id, name]) => [`org.springframework.boot:spring-boot-starter-${id}`, name]),
  )
}

/** By `group:artifact`, else by the longest known group that the group is, or lies below. */
export function catalogId(group: string, artifact: string): string {
  if (JVM_CATALOG.has(`${group}:${artifact}`)) return `${group}:${artifact}`
  for (let head = group.slice(0, 200); head !== ''; head = head.slice(0, Math.max(0, head.lastIndexOf('.')))) {
    if (JVM_CATALOG.has(head)) return head
  }
  return `${group}:${artifact}`
}
