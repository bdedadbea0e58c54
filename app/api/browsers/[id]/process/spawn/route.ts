import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { redact } from "@/lib/server/kernel/redact";

export const POST = defineRoute(operations.spawnProcess, {
  audit: {
    // The command is what was done; a credential in it is not for the audit.
    target: ({ params, body }) =>
      `${params.id} ${redact([body.command, ...(body.args ?? [])].join(" ")).slice(0, 300)}`,
  },
});
