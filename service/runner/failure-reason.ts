// Formats the reason of a failed action as one line for the operator, without colour codes, call logs or signed tokens.
import { messageOf } from "../kernel/error-message.ts";

const maxReasonChars = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI codes start with the escape character
const ansiCodes = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** Removes signed tokens and bearer values, which drivers include in their messages. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/([?&]jwt=)[^\s&"'<>]+/gi, "$1…")
    .replace(/\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, "…")
    .replace(/(bearer\s+)[A-Za-z0-9._~+/-]{8,}=*/gi, "$1…");

/**
 * The first line of a thrown value, at most 500 characters; of a driver's timeout also the target that it waited for.
 */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  const lines = message
    .replace(ansiCodes, "")
    .split("\n")
    .map((line) => line.trim());
  const first = lines.find((line) => line !== "") ?? "the action failed without a message";
  const awaited = /^\S+: Timeout \d+ms exceeded\.?$/.test(first) ? awaitedIn(lines) : undefined;
  const reason = withoutSecrets(awaited === undefined ? first : `${first.replace(/\.$/, "")} ${awaited}`);
  return reason.length > maxReasonChars ? `${reason.slice(0, maxReasonChars - 1)}…` : reason;
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

/** Frames of Node, of packages, and of the runner itself. */
const notOfTheAction = /\(?node:|\/node_modules\/|\/service\/(?:runner|app-kit)\//;
const maxMessageLines = 20;
const maxFrames = 8;

/**
 * A thrown value as lines for the invocation's log: the name and the message, as drivers write it with their call log, and
 * the frames of the action's own code, with the names of files instead of paths.
 */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof Error)) return [`Error: ${reasonOf(error)}`];
  const message = error.message.replace(ansiCodes, "").split("\n");
  const head = message[0]?.startsWith(`${error.name}:`) ? message[0] : `${error.name}: ${message[0] ?? ""}`;
  const rest = message.slice(1, maxMessageLines).map((line) => `  ${line.trim()}`);
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !notOfTheAction.test(line))
    .slice(0, maxFrames)
    .map((line) => `    ${line.trim().replace(/(?:file:\/\/)?\/\S*\//g, "")}`);
  return [head, ...rest.filter((line) => line.trim() !== ""), ...frames].map(withoutSecrets);
}
