import { ownOperations } from "@/lib/bff/operations/operations";
import { endOtherSignIns, shownSignIns } from "@/lib/server/auth/list-sign-ins";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.listSignIns, {
  answer: async ({ operator, input, db, nowMs }) => ({
    sign_ins: await shownSignIns(db, operator, input.query?.of ?? "me", nowMs),
  }),
});

export const DELETE = defineRoute(ownOperations.endOtherSignIns, {
  answer: ({ operator, db }) => endOtherSignIns(db, operator),
});
