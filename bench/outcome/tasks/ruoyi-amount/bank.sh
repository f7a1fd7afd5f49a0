# The bank of this trial: made by people, entry by entry.
memory-bank init --yes --lang zh

memory-bank add decision '金额以厘（千分之一元）存为整数' \
  --why '计费按用量有三位小数，用分会丢精度' \
  --given-up '以分存储、用 decimal' \
  --applies-to '所有金额字段' \
  --yes

memory-bank add decision '金额舍入用银行家舍入（HALF_EVEN）' \
  --why '财务系统按此对账，四舍五入每月差几十元' \
  --given-up HALF_UP \
  --applies-to '所有导出与对账' \
  --yes

memory-bank add decision '导出文件名不含中文' \
  --why '客户的旧网关会乱码' \
  --given-up '中文文件名' \
  --applies-to '所有导出' \
  --yes

memory-bank add learning '导出超过 5 万行内存溢出' \
  --symptom '导出时服务重启' \
  --root-cause '一次读入全部行' \
  --solution '分批写出' \
  --prevention '限制单次导出 5 万行' \
  --type integration \
  --yes

memory-bank add decision '字典值不写死在代码里' \
  --why '各租户不同' \
  --given-up '枚举' \
  --applies-to '系统字典' \
  --yes

memory-bank add focus '对账导出上线' \
  --yes
