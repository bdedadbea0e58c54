// Texts of a deployment.

import { formatBytes } from "@/lib/format/numbers";
import type { SentProgress } from "@/lib/queries/send-form";
import type { DeploymentRunState } from "./deployment-run-state.ts";

export const deployMessages = {
  title: "Deploy",
  description: "New code for an application. Its actions can be invoked as soon as it runs.",
  file: "Archive or module",
  fileHint: "A zip of the application's folder, or one module such as app.ts. At most 100 MB.",
  fileTooLarge: "The file is larger than 100 MB.",
  version: "Version",
  versionHint: "Empty: latest.",
  replace: "Replace this version if it exists",
  entrypoint: "Entrypoint",
  entrypointHint: "Path of the module in the archive. Empty for a single module.",
  region: "Region",
  regionHint: "Empty: the API's default.",
  variables: "Environment variables",
  variablesHint: "One NAME=value per line. Values are never shown again.",
  noFile: "Choose a zip file or a module.",
  effect: "The file name and version are written to the audit, not the variables.",
} as const;

/** What is under way while a deployment is sent. */
export const sendingProgress = ({ sentBytes, totalBytes }: SentProgress) =>
  sentBytes < totalBytes
    ? {
        text: `Uploading: ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`,
        share: sentBytes / totalBytes,
      }
    : { text: "Uploaded. The API is reading it.", stage: "sent" };

/** Where a deployment stands, in one sentence. */
export function runText({ status, reason, isOver }: DeploymentRunState, failed: boolean): string {
  if (!isOver) return failed ? "It is not known how the deployment ended." : "Deploying…";
  const because = reason === "" ? "" : `: ${reason}`;
  switch (status) {
    case "running":
      return "Deployed.";
    case "failed":
      return `Not deployed${because}`;
    case "stopped":
      return `Stopped${because}`;
    default:
      return `Ended as ${status}${because}`;
  }
}

export const deployDialogTexts = {
  valueTooLong: "Use up to 255 characters.",
  entrypointTooLong: "Use up to 1,024 characters.",
  deploy: "Deploy",
  notDeployed: "Not deployed",
  moreSettings: "More settings",
} as const;

export const deploymentFileTexts = {
  chooseAFile: "Choose a file…",
  chooseAnother: "Choose another…",
} as const;

export const deploymentRunTexts = {
  deploy: "Deploy",
  theLogStopped: "The log stopped",
  logWaits:
    "Started. Three outputs are open in other tabs: the log and the end are shown when one of them is closed.",
  copyLog: "Copy log",
  changeAndDeployAgain: "Change and deploy again…",
  close: "Close",
  closeAndKeepDeploying: "Close and keep deploying",
  deployedVersions: "Deployed versions",
  invoke: (action: string) => `Invoke ${action}`,
  log: "Log",
  firstLinesNotShown: (count: string) => `The first ${count} lines are not shown.`,
} as const;

export const environmentVariablesTexts = {
  line: (at: number, message: string) => `Line ${at}: ${message}`,
  enterNameValue: "Enter NAME=value.",
  nameInvalid: "The name is not valid.",
  isRepeated: (name: string) => `${name} is repeated.`,
  valueTooLong: (count: string) => `The value has more than ${count} bytes.`,
  tooManyVariables: (count: number) => `Enter up to ${count} variables.`,
  variablesTooLong: (count: string) => `Together they have more than ${count} bytes.`,
} as const;
