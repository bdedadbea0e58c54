/** The path to open after a sign-in: `wanted` if it is clearly a page of the dashboard, else `/`. Never throws. */
export function safeCallbackPath(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > 2048) return "/";
  // One slash, then no slash or backslash; only characters that browsers do not reinterpret.
  if (!/^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@/%?]*$/.test(wanted)) return "/";
  const path = wanted.split("?", 1)[0] ?? "/";
  if (
    /%(2e|2f|5c|0[0-9a-f]|1[0-9a-f]|25)/i.test(path) ||
    path.includes("//") ||
    /(^|\/)\.{1,2}(\/|$)/.test(path)
  )
    return "/";
  const origin = "http://dashboard.invalid";
  if (!URL.canParse(wanted, origin) || new URL(wanted, origin).origin !== origin) return "/";
  if (/^\/(api|_next|sign-in)(\/|$)/.test(path)) return "/";
  return wanted;
}
