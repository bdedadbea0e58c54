// Where a sign-in may lead: a path of ours and nothing else. Never throws.

/** The path to go to, or `/` for anything that is not plainly a path of ours. */
export function safeCallbackPath(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > 2048) return "/";
  // One slash, then no slash or backslash; only characters that a browser takes as they are.
  if (!/^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@/%?]*$/.test(wanted)) return "/";
  const path = wanted.split("?", 1)[0] ?? "/";
  if (
    /%(2f|5c|0[0-9a-f]|1[0-9a-f]|25)/i.test(path) ||
    path.includes("//") ||
    /(^|\/)\.{1,2}(\/|$)/.test(path)
  )
    return "/";
  const origin = "http://dashboard.invalid";
  if (!URL.canParse(wanted, origin) || new URL(wanted, origin).origin !== origin) return "/";
  if (/^\/(api|_next|sign-in)(\/|$)/.test(path)) return "/";
  return wanted;
}
