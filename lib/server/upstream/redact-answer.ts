// Redacts an upstream body for the browser: signed addresses and fields named like credentials are removed, everything
// else stays exactly as received. Works on plain JSON, so that items outside the contract are redacted too.

const signedAddresses = new Set(["cdp_ws_url", "browser_live_view_url", "replay_view_url"]);
const credentialName =
  /(^|_)(token|secret|password|passwd|passphrase|authorization|cookie|cookies|jwt|credential|credentials|api_?key|private_key|access_key)(_|$)/i;
const refusedNames = new Set(["__proto__", "constructor", "prototype"]);
const maxDepth = 64;

/** Fields whose entries are listed by name with hidden values. */
const valuesHidden = new Set(["env_vars"]);

function hidden(name: string, value: unknown): boolean {
  if (signedAddresses.has(name) || refusedNames.has(name)) return true;
  return credentialName.test(name) && typeof value !== "boolean" && value !== null;
}

/** The redacted form of a JSON value; the identical value when nothing was removed. Throws RangeError for a value
 *  nested deeper than 64 levels. */
export function visible(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) throw new RangeError("nested too deep");
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => visible(item, depth + 1));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  let changed = false;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (hidden(name, field)) {
      changed = true;
      continue;
    }
    const redacted = valuesHidden.has(name) ? namesOnly(field) : visible(field, depth + 1);
    if (redacted !== field) changed = true;
    fields.push([name, redacted]);
  }
  return changed ? Object.fromEntries(fields) : value;
}

function namesOnly(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).filter((name) => !refusedNames.has(name));
  return names.length === 0 ? value : Object.fromEntries(names.map((name) => [name, "[hidden]"]));
}
