// Which names of fields, headers and parameters are those of credentials.

/** The words, as one part of a name: of `x-access-token`, `accessToken` and `ACCESS_TOKEN` alike. */
const words =
  "authorization|cookies?|token|secret|password|passwd|passphrase|pwd|jwt|credentials?|api_?key|access_?key|private_?key|secret_?key";
const asPart = new RegExp(`(^|_)(${words})(_|$)`);
/** At the end of a name that has no parts: `accesstoken`, `DBPASSWORD`. */
const atEnd =
  /(token|secret|password|passwd|passphrase|jwt|authorization|apikey|accesskey|privatekey|secretkey)$/;
/** What describes a credential without being one: `token_count`, `passwordExpiresAt`. */
const about = /_(count|limit|used|usage|budget|type|length|name|ttl|expir(y|es|ation)(_(at|in))?)$/;

function compute(name: string): boolean {
  const parts = name
    .slice(0, 256)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .toLowerCase()
    .replace(/_+$/, "");
  return (asPart.test(parts) || atEnd.test(parts)) && !about.test(parts);
}

/** Answers for names, as a list has the same ones in each item. */
const known = new Map<string, boolean>();
const maxKnown = 5_000;

/** Whether a name is that of a credential, in any spelling. */
export function isCredentialName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = compute(name);
  if (known.size >= maxKnown) known.clear();
  if (name.length <= 256) known.set(name, is);
  return is;
}
