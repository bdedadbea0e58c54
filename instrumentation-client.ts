// Runs in the browser before anything else. The schema library would otherwise test whether it may compile code at run
// time, which the content security policy forbids and reports.
import { config } from "zod/mini";
import { ensureTrustedTypes } from "@/components/layout/ensure-trusted-types";
import { beginTransition } from "@/components/layout/page-transition";

config({ jitless: true });
ensureTrustedTypes(Reflect.get(window, "trustedTypes"));

export const onRouterTransitionStart = beginTransition;
