// The settings of evidence as the form has them, and what is submitted of them. Pure.
import * as z from "zod/mini";
import { wholeNumber } from "@/components/form/typed-values";
import {
  type EvidenceException,
  type EvidenceKind,
  type EvidenceLimit,
  type EvidenceRule,
  type EvidenceSettings,
  evidenceLimits,
  evidenceRules,
  evidenceSettings,
  faultsOfExceptions,
  maxExceptions,
  rulesOfKind,
  videoRules,
} from "@/lib/bff/evidence";
import { formatCount } from "@/lib/format/numbers";
import { evidenceDraftTexts } from "./setting-on-demand-messages.ts";

/** The choice of an exception to have no rule of its own for a kind. */
export const generalRule = "general";
export type ExceptionRule = EvidenceRule | typeof generalRule;

/** The choices of an exception for a kind. */
export const exceptionRulesOf = (kind: EvidenceKind): ExceptionRule[] => [generalRule, ...rulesOfKind[kind]];

const rule = z.enum(evidenceRules);
const videoRule = z.enum(videoRules);
const ruleOfException = z.enum([generalRule, ...evidenceRules]);
const exceptionDraft = z.object({
  /** Distinguishes a row of the form from the others. */
  key: z.string(),
  of: z.enum(["app", "pool"]),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, evidenceDraftTexts.enterAName),
      z.maxLength(255, evidenceDraftTexts.useUpTo255Characters),
    ),
  logs: ruleOfException,
  network: ruleOfException,
  pictures: ruleOfException,
  video: z.enum([generalRule, ...videoRules]),
});
export type ExceptionDraft = z.infer<typeof exceptionDraft>;

function exceptionOf({ of, name, ...draft }: ExceptionDraft): EvidenceException {
  const exception: EvidenceException = of === "app" ? { app: name } : { pool: name };
  for (const kind of ["logs", "network", "pictures"] as const) {
    const own = draft[kind];
    if (own !== generalRule) exception[kind] = own;
  }
  if (draft.video !== generalRule) exception.video = draft.video;
  return exception;
}

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

const { shape } = evidenceSettings;
const draft = z
  .object({
    logs: rule,
    network: rule,
    pictures: rule,
    video: videoRule,
    days: wholeNumber(shape.days),
    max_mb: wholeNumber(shape.max_mb),
    session_mb: wholeNumber(shape.session_mb),
    streams: wholeNumber(shape.streams),
    exceptions: z.array(exceptionDraft),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of faultsOfExceptions(value.exceptions.map(exceptionOf))) {
      const at = Number(path.split(".")[1]);
      // One without a name has that fault.
      if (value.exceptions[at]?.name === "") continue;
      issues.push({
        code: "custom",
        input: value,
        message: sentence(message),
        path: ["exceptions", ...(Number.isNaN(at) ? [] : [at, "name"])],
      });
    }
  });
export type EvidenceDraft = z.input<typeof draft>;

/** From the form's values to settings. */
export const evidenceForm = z.pipe(
  draft,
  z.transform(
    ({ exceptions, ...settings }): EvidenceSettings => ({
      ...settings,
      exceptions: exceptions.map(exceptionOf),
    }),
  ),
);

const boundsText = (limit: EvidenceLimit) => {
  const [least, most] = evidenceLimits[limit];
  return evidenceDraftTexts.enterWholeNumber({ least: formatCount(least), most: formatCount(most) });
};

/** Texts of the faults by field. */
export const evidenceFaultTexts: Readonly<Record<string, string>> = {
  days: boundsText("days"),
  max_mb: boundsText("max_mb"),
  session_mb: boundsText("session_mb"),
  streams: boundsText("streams"),
};

/** An exception to be filled in. */
export const newException = (): ExceptionDraft => ({
  key: crypto.randomUUID(),
  of: "app",
  name: "",
  logs: generalRule,
  network: generalRule,
  pictures: generalRule,
  video: generalRule,
});

/** The form's values of settings. */
export const draftOf = ({ exceptions, ...settings }: EvidenceSettings): EvidenceDraft => ({
  ...settings,
  days: String(settings.days),
  max_mb: String(settings.max_mb),
  session_mb: String(settings.session_mb),
  streams: String(settings.streams),
  exceptions: exceptions.map(({ app, pool, ...rules }) => ({
    key: crypto.randomUUID(),
    of: app === undefined ? "pool" : "app",
    name: app ?? pool ?? "",
    logs: rules.logs ?? generalRule,
    network: rules.network ?? generalRule,
    pictures: rules.pictures ?? generalRule,
    video: rules.video ?? generalRule,
  })),
});

/** Whether another exception can be added. */
export const canAddException = ({ length }: readonly ExceptionDraft[]): boolean => length < maxExceptions;
