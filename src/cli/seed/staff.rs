//! The people of the demo besides the fixed ones: account name, name, agency, client, brand and language.

/// A colleague: account name, name, agency, client, and `zh-cn` or `en-us`.
pub type Colleague = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const EN: &str = "en-us";
const ZH: &str = "zh-cn";

/// Of six agencies.
#[rustfmt::skip]
pub const STAFF: [Colleague; 35] = [
    ("SofiaLindqvist", "Sofia Lindqvist", "northlight", "harbour", EN),
    ("JamesOkafor", "James Okafor", "northlight", "meadow", EN),
    ("LiWei", "李伟", "northlight", "harbour", ZH),
    ("PriyaNair", "Priya Nair", "northlight", "lumen", EN),
    ("TomasNovak", "Tomáš Novák", "northlight", "northway", EN),
    ("WangFang", "王芳", "northlight", "songshi", ZH),
    ("EmmaSchulz", "Emma Schulz", "northlight", "alpine", EN),
    ("ChenJing", "陈静", "southwind", "meadow", ZH),
    ("LucaRossi", "Luca Rossi", "southwind", "harbour", EN),
    ("ZhangLei", "张磊", "southwind", "lumen", ZH),
    ("AmaraDiallo", "Amara Diallo", "southwind", "northway", EN),
    ("NoahBergman", "Noah Bergman", "southwind", "meadow", EN),
    ("LiuYang", "刘洋", "southwind", "songshi", ZH),
    ("OliverGrant", "Oliver Grant", "eastgate", "harbour", EN),
    ("HannahWeber", "Hannah Weber", "eastgate", "alpine", EN),
    ("ZhaoMin", "赵敏", "eastgate", "lumen", ZH),
    ("DiegoMartin", "Diego Martín", "eastgate", "northway", EN),
    ("YukiTanaka", "Yuki Tanaka", "eastgate", "meadow", EN),
    ("HuangJie", "黄杰", "eastgate", "songshi", ZH),
    ("GraceNovak", "Grace Novak", "westbridge", "harbour", EN),
    ("ZhouTao", "周涛", "westbridge", "meadow", ZH),
    ("MiaLaurent", "Mia Laurent", "westbridge", "lumen", EN),
    ("SamuelAdeyemi", "Samuel Adeyemi", "westbridge", "alpine", EN),
    ("WuXia", "吴霞", "westbridge", "songshi", ZH),
    ("ElinStrand", "Elin Strand", "bluebird", "northway", EN),
    ("XuMing", "徐明", "bluebird", "harbour", ZH),
    ("RubenVisser", "Ruben Visser", "bluebird", "alpine", EN),
    ("SunLi", "孙丽", "bluebird", "lumen", ZH),
    ("ClaraHoffmann", "Clara Hoffmann", "bluebird", "meadow", EN),
    ("MarcoBianchi", "Marco Bianchi", "copperleaf", "harbour", EN),
    ("HuXueMei", "胡雪梅", "copperleaf", "songshi", ZH),
    ("IsabelReyes", "Isabel Reyes", "copperleaf", "lumen", EN),
    ("ZhuHaiFeng", "朱海峰", "copperleaf", "northway", ZH),
    ("AnnaKowalska", "Anna Kowalska", "copperleaf", "alpine", EN),
    ("BenjaminClarke", "Benjamin Clarke", "copperleaf", "meadow", EN),
];
