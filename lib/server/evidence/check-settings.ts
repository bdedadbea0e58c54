import { type EvidenceSettings, faultsOfExceptions } from "../../bff/evidence.ts";
import { InvalidInput } from "../../contract/request.ts";

/** Throws InvalidInput, whose paths begin with `body`, for what the schema of settings cannot exclude. */
export function checkEvidenceSettings({ exceptions }: EvidenceSettings): void {
  const faults = faultsOfExceptions(exceptions);
  if (faults.length === 0) return;
  throw new InvalidInput(faults.map(({ path, message }) => ({ path: `body.${path}`, message })));
}
