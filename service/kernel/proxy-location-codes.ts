// Locations and carriers allowed in a proxy's config: assigned ISO 3166-1 codes, US states, mobile carriers.
const codeSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const countries = codeSet(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
  FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
  JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
  MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
  PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
  TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`);

export const states = codeSet(`
  AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK
  OR PA RI SC SD TN TX UT VT VA WA WV WI WY`);

export const carriers = codeSet(`
  a1 aircel airtel asiacell att bouygues cableone celcom cellc chinamobile claro comcast cox digi digicel docomo
  drei dt dtac etisalat free idea kcelljsc kyivstar megafon meo mobitel mtn mtnza mts o2 ooredoo optus orange
  proximus qwest reliance_jio robi sfr singtel sprint swisscom tele2 telefonica telenormyanmar telstra tigo tim
  tmobile umobile verizon vimpelcom vivabo vivo vodacomza vodafone windit zain`);

/** Suggestions for an unknown name: up to ten with the same first letter, otherwise the first ten. */
export function candidates(known: ReadonlySet<string>, given: string): string {
  const all = [...known];
  const first = given.slice(0, 1);
  const near = all.filter((name) => name.toLowerCase().startsWith(first.toLowerCase()));
  return (near.length > 0 ? near : all).slice(0, 10).join(", ");
}
