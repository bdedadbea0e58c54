// The output of a command as it is shown: the newest part of it, by streams.
import type { ProcessOutputEvent } from "@/lib/bff/process-output";
import type { ProcessStream } from "@/lib/contract/processes";
import { lineEnd, visibleText } from "@/lib/format/ansi";

/** Characters that stay; what is before them is dropped. */
export const maxCharacters = 200_000;

export interface CommandOutput {
  parts: readonly { id: number; stream: ProcessStream; text: string }[];
  /** How many characters were dropped. */
  dropped: number;
  /** Undefined while it runs; null: not known. */
  exitCode: number | null | undefined;
}

export const noOutput: CommandOutput = { parts: [], dropped: 0, exitCode: undefined };

/** The output without escape sequences. */
export const visibleOutput = ({ parts }: CommandOutput): string =>
  parts
    .map(({ text }) => text)
    .join("")
    .split(lineEnd)
    .map(visibleText)
    .join("\n");

/** The output after one more event. A part ends with a line, where it does not end with what the other stream writes. */
export function withEvent(before: CommandOutput, event: ProcessOutputEvent): CommandOutput {
  if ("exit_code" in event) return { ...before, exitCode: event.exit_code };
  const last = before.parts.at(-1);
  const joined =
    last?.stream === event.stream && (last.text.length < 8_192 || !/[\r\n]$/.test(last.text))
      ? [...before.parts.slice(0, -1), { ...last, text: last.text + event.text }]
      : [...before.parts, { id: (last?.id ?? 0) + 1, ...event }];
  let excess = joined.reduce((sum, { text }) => sum + text.length, 0) - maxCharacters;
  let { dropped } = before;
  const parts = joined.flatMap((part) => {
    if (excess <= 0) return [part];
    const cut = Math.min(excess, part.text.length);
    excess -= cut;
    dropped += cut;
    return cut === part.text.length ? [] : [{ ...part, text: part.text.slice(cut) }];
  });
  return { ...before, parts, dropped };
}
