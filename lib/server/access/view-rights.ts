// Who may change a saved view: its owner, and an admin where it is shared. Another's personal view does not exist.
import { holds, type Operator } from "../../bff/operator.ts";
import type { ViewUpdate } from "../../bff/views.ts";
import { Problem } from "../problem.ts";
import type { KeptView } from "../store/views.ts";

type Asker = Operator & { userId: string };

/** Throws 403 when a view that everyone sees is out of the asker's reach by role. */
export function checkSharing(asker: Operator, shared: boolean): void {
  if (shared && !holds(asker.role, "operator"))
    throw new Problem(403, "role_too_low", `Shared views need the role operator; you have ${asker.role}.`);
}

/** The view, if the asker may make `change` to it (undefined: delete it); else throws 404 or 403. */
export function changeable(
  kept: KeptView | undefined,
  asker: Asker,
  change: ViewUpdate | undefined,
): KeptView {
  const mine = kept?.ownerId === asker.userId;
  if (kept === undefined || !(mine || kept.shared))
    throw new Problem(404, "not_found", "There is no such view.");
  if (!mine && !holds(asker.role, "admin"))
    throw new Problem(403, "not_yours", `Only its owner, ${kept.owner}, or an admin changes this view.`);
  if (!mine && change?.is_default !== undefined)
    throw new Problem(403, "not_yours", "A default is its owner's own: save a copy to make it yours.");
  // To call one of one's own the default, or to take it back, changes nothing for others.
  const forOthers =
    change === undefined || [change.name, change.query, change.shared].some((given) => given !== undefined);
  checkSharing(asker, (kept.shared && forOthers) || change?.shared === true);
  return kept;
}
