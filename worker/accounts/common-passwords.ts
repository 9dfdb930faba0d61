/**
 * Commonly used passwords: words that are often combined with a few digits or symbols, and keyboard walks. The words
 * are in lower case, and spelled with letters even where people type a digit instead, such as "0" for "o".
 * `password-policy.ts` compares passwords with them.
 */
const text = `
aaron abc abcabc abcd abcde abcdef abcdefg abcdefgh access account admin administrator adrian airborne alabama alaska
albert alejandro alexander alexandra alexis allison amanda america american amsterdam anderson andrea andrew angel
angela angels animal anthony antonio apache apollo apple apples april aquarius argentina arizona arsenal arthur asdf
asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl ashley asshole assword athena atlanta auction auctions august austin
australia autumn avalanche babygirl backspace badboy bailey balance banana bandit barbara barcelona barney baseball
basketball batman beautiful beaver beckham benjamin berlin bestfriend bidder bigdaddy bigdog billy biology birdie
bismillah blackberry blackie blessed blink blondie blue bluebird bond bonjour bonnie boomer boston brandon brandy
brasil braves brazil brian bridget britney bronco broncos brooklyn brown browns bubba bubbles buddy buffalo bullshit
bulldog buster butterfly button california camaro camera campbell canada candy capricorn captain cardinal carlos
carmen carolina caroline carter casino casper cassie catdog chance change changeit changeme charles charlie charlotte
cheese chelsea cherry chester chevy chicago chicken chris christian christina christine christmas christopher claire
classic claudia cocacola coffee college colorado columbia company computer connect control cookie cookies cooper
corvette cowboy cowboys creative cricket crystal cupcake cutie daddy daisy dakota dallas daniel daniela danielle david
december default deftones delta demo denver derrick desert destiny detroit diablo diamond diamonds dinosaur dolphin
dolphins dominic donald dorothy dragon dragons dream dreamer dreams eagle eagles easter eclipse edward einstein
elephant elizabeth eminem emmanuel england enter erica esther everton example extreme family fatima february fender
ferrari fire firefox fireman fish fishing florida flower flowers football forever forgot france francis frank franklin
freddy free freedom friday friend friends froggy fuckoff fucker fuckyou galaxy garfield gateway gemini genesis george
georgia germany ghost giants gibson ginger girls giovanni godfather godisgood godzilla golden goldfish golf golfer
google gordon grace grandma green greenday guest guitar gunner hacker hahaha hallo hammer hannah happy harley harrison
hawaii heather hello hellokitty helloworld helpme hercules hockey holiday holland hollywood honda honey horses hotdog
hotmail houston hunter iceman iloveme iloveu iloveyou indian indiana infinity internet ireland isabella israel italia
jackass jackie jackson jaguar jamaica james january jasmine jason jasper jennifer jeremy jessica jesus jesuschrist
jonathan jordan joseph joshua juice julian juliet july june junior justice justin kangaroo karina katherine kathleen
kawasaki kenneth kevin killer kimberly king kingdom kitten kitty knight ladybug lakers lamborghini laura lauren legend
leonardo letmein liberty lifehack lincoln linkinpark liverpool login london looking louise love lovely loveme lover
lovers loveyou lucky madison madrid magic manager manchester marcus maria marina marine marlboro marshall martin
marvel master matrix matthew maverick maxwell melissa melody member mercedes merlin mexico michael michelle michigan
mickey microsoft midnight miller minecraft minnie monday money monica monkey monster montana monteiro morgan morning
mother motorola mountain mustang myself naruto natalia natalie natasha nathan newlife newpass newpassword newyork
nicholas nicole nintendo nirvana nothing november nutella october office oliver olivia online orange orlando packers
pakistan palermo pamela panasonic panda panther panthers paradise parker pass passpass passport passwd passwort
password passwords patricia patrick peaches peanut pebbles penguin pepper perfect peter phoenix pikachu pineapple
piglet pink platinum player please pokemon police poohbear poop porsche power precious predator president prince
princess private product public pumpkin purple qazwsx qazwsxedc qwaszx qweasd qweasdzxc qwer qwert qwerty qwertyu
qwertyui qwertyuiop qwertz rabbit rachel raiders rainbow ranger rangers raptor rebecca redsox register remember renault
richard robert roberto rocket rocky rolltide ronaldo root rosebud rush russell russia sabrina safety sailor saints
samantha samsung sandra santiago sarah saturday saturn savannah school scooby scooter scorpio scorpion scotland
scotty secret secure security senha september serenity service shadow shannon shopping silver simon simple sister
skyline slayer slipknot smile smokey snickers snoopy snowball snowman soccer softball soldier sommer sophia sparky
speedy spider spiderman spirit spring stanley star stargate startrek starwars stephanie steelers stella steven
strawberry student success suckit summer sunday sunflower sunshine superman superstar support survivor suzuki sweet
sweetheart sweetie swimming sydney system teacher teddy telefon temp temporary tennessee tennis test tester testing
texas thanks thankyou thomas thunder thursday thx tiffany tiger tigers tigger tinkerbell tomcat topsecret toronto
toyota training travel trinity trouble trucks trustme trustno tuesday turtle twilight tyler unicorn united universe
user vacation valentina valentine vampire vanessa victor victoria viking vincent violet virginia volcom volleyball
voyager walter warcraft warrior warriors water webmaster wednesday welcome westside whatever white william williams
willow windows winner winston winter wisdom wizard wolf wolverine wonderful xavier yamaha yankees yellow yourmom
yourself zaqwsx zxcv zxcvb zxcvbn zxcvbnm
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(text.trim().split(/\s+/));

/** Common mixes of letters and digits. They contain no single word that `COMMON_WORDS` could match. */
export const COMMON_MIXES: ReadonlySet<string> = new Set([
  ..."1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1".split(" "),
  ..."zaq1xsw2 qaz123wsx 2wsx3edc 1a2b3c4d 1a2b3c4d5e a1b2c3d4 a1b2c3d4e5 a1s2d3f4 1q1q1q1q q1q1q1q1".split(" "),
  ..."123qweasd 123qweasdzxc 123qwe123 1234qwer 12345qwert 123456qwerty 123abc456 abc123abc qwe123qwe asd123asd".split(
    " ",
  ),
  ..."12qwaszx 12qw34er 1qw23er4 qwer1234asdf asdf1234qwer pa55word pass1word r2d2c3po".split(" "),
]);
