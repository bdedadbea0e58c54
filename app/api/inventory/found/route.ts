import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { findByText } from "@/lib/server/inventory/find-by-text";
import { findInApi } from "@/lib/server/inventory/find-in-api";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const GET = defineRoute(ownOperations.findResources, {
  answer: async ({ input, db }) => {
    const { text } = input.query;
    await flushAnswers();
    const found = await findByText(db, text);
    if (found.some(({ exact }) => exact)) return found;
    const reported = await findInApi(text);
    return reported.length > 0 ? reported : found;
  },
});
