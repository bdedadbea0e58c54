import { defineOperation, type Operation } from "../operation.ts";
import { playwrightCode, playwrightResult } from "../playwright.ts";
import { id, none } from "./parts.ts";

/** Execution of Playwright code in a session. */
export const playwrightOperations = {
  executePlaywright: defineOperation({
    id: "executePlaywright",
    tag: "Browsers",
    shown: false,
    method: "POST",
    path: "/browsers/{id}/playwright/execute",
    summary: "Run Playwright code against a browser session",
    params: id,
    query: none,
    body: { kind: "json", schema: playwrightCode, required: true, closed: true },
    answers: { 200: { kind: "json", schema: playwrightResult } },
    errors: [400, 403, 404, 429],
  }),
} satisfies Record<string, Operation>;
