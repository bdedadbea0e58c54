import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { setFailureGroup, targetOfDecision } from "@/lib/server/insight/failure-groups";
import { Problem } from "@/lib/server/kernel/problem";

export const PUT = defineRoute(ownOperations.setFailureGroup, {
  audit: { target: ({ params, body }, db) => targetOfDecision(db, params.key, body, Date.now()) },
  answer: async ({ operator, input: { params, body }, db, nowMs }) => {
    if (body.state === "muted" && (body.until_ms === undefined || body.until_ms <= nowMs))
      throw new Problem(400, "bad_request", "Muting needs until_ms, a time in the future.");
    const decision = { key: params.key, setting: body, by: operator.username };
    if (!(await setFailureGroup(db, decision, nowMs)))
      throw new Problem(404, "not_found", "No stored failed invocation belongs to this group.");
  },
});
