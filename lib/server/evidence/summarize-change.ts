// What a change of the settings changes, in one line for the audit. Pure.
import { type EvidenceException, type EvidenceSettings, evidenceKinds } from "../../bff/evidence.ts";

const nameOf = ({ app, pool }: EvidenceException): string =>
  app === undefined ? `pool ${pool}` : `app ${app}`;

/** `logs off, pictures all`. */
const rulesOf = (exception: EvidenceException): string =>
  evidenceKinds
    .flatMap((kind) => (exception[kind] === undefined ? [] : [`${kind} ${exception[kind]}`]))
    .join(", ");

function exceptionChanges(
  before: readonly EvidenceException[],
  after: readonly EvidenceException[],
): string[] {
  const [was, is] = [before, after].map(
    (list) => new Map(list.map((exception) => [nameOf(exception), rulesOf(exception)])),
  );
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((name) => {
    const [from, to] = [was?.get(name) ?? "none", is?.get(name) ?? "none"];
    return from === to ? [] : [`${name}: ${from} → ${to}`];
  });
}

/** `logs failed → all; days 7 → 30; app shop: none → logs off`; empty without a change. */
export function summarizeChange(before: EvidenceSettings, after: EvidenceSettings): string {
  const { exceptions: _, ...values } = after;
  const changes = Object.entries(values).flatMap(([name, to]) => {
    const from = new Map<string, unknown>(Object.entries(before)).get(name);
    return from === to ? [] : [`${name} ${from} → ${to}`];
  });
  return [...changes, ...exceptionChanges(before.exceptions, after.exceptions)].join("; ");
}
