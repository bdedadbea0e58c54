// What of an upstream body a browser may see: signed addresses and anything named like a credential are taken out,
// everything else stays exactly as received. Works on plain JSON, so an item that does not fit is cleaned too.

const signedAddresses = new Set(["cdp_ws_url", "browser_live_view_url", "replay_view_url"]);
const credentialName =
  /(^|_)(token|secret|password|passwd|passphrase|authorization|cookie|cookies|jwt|credential|credentials|api_?key|private_key|access_key)(_|$)/i;
const refusedNames = new Set(["__proto__", "constructor", "prototype"]);
const maxDepth = 64;

/** Names whose values are shown as present without saying what they are. */
const valuesHidden = new Set(["env_vars"]);

function hidden(name: string, value: unknown): boolean {
  if (signedAddresses.has(name) || refusedNames.has(name)) return true;
  return credentialName.test(name) && typeof value !== "boolean" && value !== null;
}

/** The visible form; the very same value when nothing had to go. Throws RangeError when nested absurdly deep. */
export function visible(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) throw new RangeError("nested too deep");
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => visible(item, depth + 1));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  let changed = false;
  const kept: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (hidden(name, field)) {
      changed = true;
      continue;
    }
    const seen = valuesHidden.has(name) ? namesOnly(field) : visible(field, depth + 1);
    if (seen !== field) changed = true;
    kept.push([name, seen]);
  }
  return changed ? Object.fromEntries(kept) : value;
}

function namesOnly(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).filter((name) => !refusedNames.has(name));
  return names.length === 0 ? value : Object.fromEntries(names.map((name) => [name, "[hidden]"]));
}
