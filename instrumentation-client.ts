// Runs in the browser before anything else. The schema library would otherwise try whether it may compile code from
// text, which our content security policy forbids and reports.
import { config } from "zod/mini";

config({ jitless: true });
