// Rights to change a saved view: its owner's, and an admin's where it is shared. Another operator's personal view is
// reported as missing.
import type { Operator } from "../../bff/operator.ts";
import { hasRole } from "../../bff/roles.ts";
import type { ViewUpdate } from "../../bff/views.ts";
import { noSuch, Problem } from "../kernel/problem.ts";
import type { StoredView } from "./views.ts";

type Requester = Operator & { userId: string };

/** Throws 403 when a view is shared and the operator's role does not permit that. */
export function checkSharing(operator: Operator, shared: boolean): void {
  if (shared && !hasRole(operator.role, "operator"))
    throw new Problem(403, "role_too_low", `Shared views need the operator role. Yours is ${operator.role}.`);
}

/** The view, if the operator may make `change` to it (undefined: delete it); else throws 404 or 403. */
export function changeable(
  view: StoredView | undefined,
  operator: Requester,
  change: ViewUpdate | undefined,
): StoredView {
  const mine = view?.owner_id === operator.userId;
  const shared = view?.shared === 1;
  if (view === undefined || !(mine || shared)) throw noSuch("view");
  if (!mine && !hasRole(operator.role, "admin"))
    throw new Problem(403, "not_yours", `Only its owner ${view.username} or an admin can change this view.`);
  if (!mine && change?.is_default !== undefined)
    throw new Problem(403, "not_yours", "A default view belongs to its owner. Save a copy to use it.");
  // Setting or clearing one's own default changes nothing for others.
  const forOthers =
    change === undefined || [change.name, change.query, change.shared].some((given) => given !== undefined);
  checkSharing(operator, (shared && forOthers) || change?.shared === true);
  return view;
}
