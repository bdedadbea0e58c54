import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { setFailureGroup } from "@/lib/server/insight/failure-groups";
import { Problem } from "@/lib/server/kernel/problem";

export const PUT = defineRoute(ownOperations.setFailureGroup, {
  handler: async ({ operator, input: { params, body } }) => {
    const nowMs = Date.now();
    if (body.state === "muted" && (body.until_ms === undefined || body.until_ms <= nowMs))
      throw new Problem(400, "bad_request", "Muting needs until_ms, a time that is still to come.");
    const decision = { key: params.key, setting: body, by: operator.username };
    if (!(await setFailureGroup(database(), decision, nowMs)))
      throw new Problem(404, "not_found", "No failed invocation that is kept belongs to this group.");
    return { status: 204 };
  },
});
