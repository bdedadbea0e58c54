import { expect, it } from "vitest";
import { type EvidenceSettings, evidenceSettings } from "@/lib/bff/evidence";
import { draftOf, evidenceForm, newException } from "./evidence-draft.ts";

const settings: EvidenceSettings = {
  logs: "all",
  network: "failed",
  pictures: "off",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [
    { app: "shop", logs: "off" },
    { pool: "eu", pictures: "all", video: "all" },
  ],
};
const faultsOf = (draft: ReturnType<typeof draftOf>) =>
  evidenceForm.safeParse(draft).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

it("submits what it was opened with", () => {
  const submitted = evidenceForm.parse(draftOf(settings));
  expect(submitted).toEqual(settings);
  expect(evidenceSettings.parse(JSON.parse(JSON.stringify(submitted)))).toEqual(settings);
});

it("refuses limits out of bounds and names that are blank or too long", () => {
  const draft = { ...draftOf(settings), days: "3651", streams: "many" };
  expect(faultsOf(draft).map(([path]) => path)).toEqual(["days", "streams"]);
  const exceptions = [
    { ...newException(), name: " ", logs: "all" as const },
    { ...newException(), name: "x".repeat(256), logs: "all" as const },
  ];
  expect(faultsOf({ ...draftOf(settings), exceptions }).map(([path]) => path)).toEqual([
    "exceptions.0.name",
    "exceptions.1.name",
  ]);
});

it("refuses a second exception for the same, and one without a rule, at its name", () => {
  const { exceptions } = draftOf(settings);
  const second = { ...newException(), name: " shop ", logs: "all" as const };
  expect(faultsOf({ ...draftOf(settings), exceptions: [...exceptions, second, newException()] })).toEqual([
    ["exceptions.3.name", "Enter a name."],
    ["exceptions.2.name", "Already has an exception."],
  ]);
  const noRule = { ...newException(), name: "news" };
  expect(faultsOf({ ...draftOf(settings), exceptions: [...exceptions, second, noRule] })).toEqual([
    ["exceptions.2.name", "Already has an exception."],
    ["exceptions.3.name", "Must have a rule for at least one of logs, network, pictures, video."],
  ]);
});
