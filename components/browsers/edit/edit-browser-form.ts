// The form that changes a browser: its values, its rules, and what is sent of it.
import * as z from "zod/mini";
import {
  type BrowserOptionValues,
  captureChange,
  captureField,
  referenceOf,
  standardViewport,
  viewportOf,
  viewportText,
} from "@/components/browser-options/browser-options";
import type { Browser, BrowserUpdate } from "@/lib/contract/browsers";
import { capturedCategories } from "@/lib/contract/telemetry";
import { changedLabelFields, tagLinesOf } from "../list/browser-labels.ts";
import { editBrowserTexts } from "./edit-browser-messages.ts";

/** The values as typed; names as in the API. */
export interface EditBrowserValues
  extends Pick<BrowserOptionValues, "proxy_id" | "profile" | "save_changes" | "viewport" | "telemetry"> {
  name: string;
  /** A pair `key=value` a line. */
  tags: string;
  /** Whether the viewport changes also while the browser is watched or recorded. */
  force: boolean;
  reason: string;
}

/** The values of a present browser. Its profile is not one of them: it is set once. */
export const editValuesOf = (browser: Browser): EditBrowserValues => ({
  name: browser.name ?? "",
  tags: tagLinesOf(browser.tags),
  proxy_id: browser.proxy_id ?? "",
  profile: "",
  save_changes: false,
  viewport: browser.viewport ? viewportText(browser.viewport) : standardViewport,
  force: false,
  telemetry: capturedCategories(browser.telemetry),
  reason: "",
});

/** What the form takes; a name or tags as they are `present` are neither checked nor sent. */
export const editBrowserSchema = (present: EditBrowserValues) =>
  z.object({
    ...changedLabelFields(present),
    proxy_id: z.string().check(z.trim()),
    profile: z.string().check(z.trim()),
    save_changes: z.boolean(),
    viewport: z.string(),
    force: z.boolean(),
    telemetry: captureField,
    reason: z.string().check(z.trim()),
  });

/** The fields that differ from `present`. */
export function browserChanges(
  typed: z.output<ReturnType<typeof editBrowserSchema>>,
  present: EditBrowserValues,
): BrowserUpdate {
  const viewport = typed.viewport === present.viewport ? undefined : viewportOf(typed.viewport);
  const telemetry = captureChange(typed.telemetry, present.telemetry);
  return {
    ...(typed.name === undefined ? {} : { name: typed.name ?? "" }),
    ...(typed.tags === undefined ? {} : { tags: typed.tags }),
    ...(typed.proxy_id === present.proxy_id.trim() ? {} : { proxy_id: typed.proxy_id }),
    ...(typed.profile === ""
      ? {}
      : {
          profile: { ...referenceOf(typed.profile), ...(typed.save_changes ? { save_changes: true } : {}) },
        }),
    ...(viewport === undefined ? {} : { viewport: { ...viewport, ...(typed.force ? { force: true } : {}) } }),
    ...(telemetry === undefined ? {} : { telemetry }),
  };
}

/** The fields that are sent as a whole or as what differs from all of it, as texts. */
export const listTextsOf = ({ tags, telemetry }: EditBrowserValues) => ({
  tags,
  telemetry: telemetry.join(),
});

/** What the changes do to the browser, in one line. */
export function effectOfBrowserChanges(changes: BrowserUpdate): string {
  const effects = [
    ...(changes.proxy_id === undefined ? [] : [editBrowserTexts.closesConnections]),
    ...(changes.profile === undefined ? [] : [editBrowserTexts.loadsTheProfile]),
    ...(changes.viewport === undefined ? [] : [editBrowserTexts.resizesTheWindow]),
    ...(changes.telemetry === undefined
      ? []
      : [
          changes.telemetry?.enabled === false
            ? editBrowserTexts.capturingStops
            : editBrowserTexts.capturesFromNowOn,
        ]),
  ];
  if (effects.length > 0) return effects.join(" ");
  return Object.keys(changes).length === 0 ? editBrowserTexts.noChangesYet : editBrowserTexts.runsOn;
}
