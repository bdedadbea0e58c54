import { defineOperations } from "../operation.ts";
import { playwrightCode, playwrightResult } from "../playwright.ts";
import { id } from "./parts.ts";

/** Execution of Playwright code in a session. */
export const playwrightOperations = defineOperations("Browsers", {
  executePlaywright: {
    method: "POST",
    path: "/browsers/{id}/playwright/execute",
    summary: "Run Playwright code against a browser session",
    params: id,
    body: { kind: "json", schema: playwrightCode, required: true, closed: true },
    answers: { 200: { kind: "json", schema: playwrightResult } },
    errors: [400, 403, 404, 429],
  },
});
