// Why an action failed, as one line an operator can read: what really happened, without colour codes,
// call logs or signed tokens.

const longestReason = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what ANSI codes start with
const ansiCodes = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** Text without the signed tokens and bearer values that drivers like to print. */
export const withoutSecrets = (text: string): string =>
  text.replace(/([?&]jwt=)[^\s&"'<>]+/gi, "$1…").replace(/(bearer\s+)[A-Za-z0-9._~+/-]{8,}=*/gi, "$1…");

/** The first line of what was thrown; a driver's time-out also says what it was waiting for. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const lines = message
    .replace(ansiCodes, "")
    .split("\n")
    .map((line) => line.trim());
  const first = lines.find((line) => line !== "") ?? "the action failed without a message";
  const awaited = /^\S+: Timeout \d+ms exceeded\.?$/.test(first) ? awaitedIn(lines) : undefined;
  const reason = withoutSecrets(awaited === undefined ? first : `${first.replace(/\.$/, "")} ${awaited}`);
  return reason.length > longestReason ? `${reason.slice(0, longestReason - 1)}…` : reason;
}

function awaitedIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const waiting = /^- waiting for (?!element to be|navigation)(.+?)(?: to be \w+)?$/.exec(line)?.[1];
    if (waiting !== undefined) return `while waiting for ${waiting}`;
    const navigating = /^- navigating to "([^"]+)"/.exec(line)?.[1];
    if (navigating !== undefined) return `while going to ${navigating}`;
    if (/^waiting for navigation/.test(line)) return `while ${line.replace(/ until "load"$/, "")}`;
  }
  return undefined;
}
