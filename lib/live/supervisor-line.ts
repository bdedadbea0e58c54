// Parses the lines a supervisor writes to a process's log about the process itself. The ids of an instance's own
// processes appear nowhere else: the API has no operation that lists them.

export type SupervisorLine = {
  /** The time in the line, if any. The line's stream timestamp is when the log was read. */
  readonly at: string | undefined;
  readonly name: string;
} & (
  | { readonly kind: "runs"; readonly processId: string }
  | { readonly kind: "exited"; readonly signal: string | undefined }
);

const supervisorLine = /^(?:(\d{4}-\d\d-\d\dT[\d:.]{8,18}Z) )?\[supervisor\] (.*)$/;
const started = /^([\w.-]+)(?: started)?, process ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}), /;
const exited = /^([\w.-]+) exited, (?:code -?\d+|signal (\w+))$/;

/** Parses a log line; undefined for one that the supervisor did not write. */
export function readSupervisorLine(text: string): SupervisorLine | undefined {
  const [, at, message] = supervisorLine.exec(text) ?? [];
  if (message === undefined) return undefined;
  const [, name, processId] = started.exec(message) ?? [];
  if (name !== undefined && processId !== undefined) return { kind: "runs", at, name, processId };
  const [, ended, signal] = exited.exec(message) ?? [];
  return ended === undefined ? undefined : { kind: "exited", at, name: ended, signal };
}

/** A process named in a log. */
export interface NamedProcess {
  readonly name: string;
  readonly processId: string;
  /** Time of its exit according to the log, in epoch milliseconds. */
  readonly exitedAtMs: number | undefined;
  /** The signal that ended it, according to the log. */
  readonly signal: string | undefined;
}

/** Applies a log line to the known processes; an exit belongs to the newest process of its name. */
export function withLogLine(
  known: readonly NamedProcess[],
  { at, text }: { at: string; text: string },
): readonly NamedProcess[] {
  const line = readSupervisorLine(text);
  if (line === undefined) return known;
  if (line.kind === "runs") {
    if (known.some(({ processId }) => processId === line.processId)) return known;
    const { name, processId } = line;
    return [...known, { name, processId, exitedAtMs: undefined, signal: undefined }];
  }
  const ended = known.findLast(({ name }) => name === line.name);
  const exitedAtMs = Date.parse(line.at ?? at);
  if (ended === undefined || Number.isNaN(exitedAtMs)) return known;
  return known.map((each) => (each === ended ? { ...each, exitedAtMs, signal: line.signal } : each));
}
