// What a supervisor says in a process's log about the process itself. Only there do the ids of an instance's own
// processes appear: the API has no list of them.

export type SupervisorLine = {
  /** When it was said, where the line carries a time: a log that is read later says another for all its lines. */
  readonly at: string | undefined;
  readonly name: string;
} & (
  | { readonly kind: "runs"; readonly processId: string }
  | { readonly kind: "exited"; readonly signal: string | undefined }
);

const said = /^(?:(\d{4}-\d\d-\d\dT[\d:.]{8,18}Z) )?\[supervisor\] (.*)$/;
const runs = /^([\w.-]+)(?: started)?, process ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}), /;
const exited = /^([\w.-]+) exited, (?:code -?\d+|signal (\w+))$/;

/** Reads a line of a log; undefined for one that is not the supervisor's. */
export function readSupervisorLine(text: string): SupervisorLine | undefined {
  const [, at, words] = said.exec(text) ?? [];
  if (words === undefined) return undefined;
  const [, name, processId] = runs.exec(words) ?? [];
  if (name !== undefined && processId !== undefined) return { kind: "runs", at, name, processId };
  const [, ended, signal] = exited.exec(words) ?? [];
  return ended === undefined ? undefined : { kind: "exited", at, name: ended, signal };
}

/** A process that a log names. */
export interface NamedProcess {
  readonly name: string;
  readonly processId: string;
  /** When its log says that it ended, epoch milliseconds. */
  readonly exitedAtMs: number | undefined;
  /** The signal that ended it, as its log says. */
  readonly signal: string | undefined;
}

/** The processes after one more line of a log: an exit belongs to the newest of its name. */
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
