import { mutationOptions } from "@tanstack/react-query";
import { type DeploymentProgress, deploymentProgress, isOver } from "../bff/deployment-events.ts";
import { envVarPart, sentFileName } from "../bff/deployment-upload.ts";
import { deploymentProgressOperations } from "../bff/operations/deployments.ts";
import { type Deployment, deployment } from "../contract/deployments.ts";
import { deploymentOperations } from "../contract/operations/deployments.ts";
import { fillPath } from "../contract/request.ts";
import { appQueries } from "./apps.ts";
import { BffError } from "./bff.ts";
import type { PlaceOptions } from "./output-places.ts";
import { actQueryTexts } from "./query-messages.ts";
import { readEvents } from "./read-events.ts";
import { type SentProgress, sendForm } from "./send-form.ts";

/** What is deployed: a zip or a single module, and its settings, of which "" and false are left out. */
export interface DeploymentToSend {
  file: File;
  version: string;
  entrypoint: string;
  region: string;
  replace: boolean;
  variables: Readonly<Record<string, string>>;
  reason: string;
}

function formOf({ file, version, entrypoint, region, replace, variables }: DeploymentToSend): FormData {
  const form = new FormData();
  const given = { version, entrypoint_rel_path: entrypoint, region, force: replace ? "true" : "" };
  for (const [name, value] of Object.entries(given)) if (value !== "") form.append(name, value);
  for (const [name, value] of Object.entries(variables)) form.append(envVarPart(name), value);
  form.append("file", new File([file], sentFileName(file.name), { type: "application/octet-stream" }));
  return form;
}

async function create(
  sent: DeploymentToSend,
  onProgress: (progress: SentProgress) => void,
): Promise<Deployment> {
  const { method, path } = deploymentOperations.createDeployment;
  const response = await sendForm(
    { method, path, form: formOf(sent), blobs: [sent.file] },
    { onProgress, reason: sent.reason },
  );
  const read = deployment.safeParse(await response.json().catch(() => undefined));
  if (read.success) return read.data;
  throw new BffError(response.status, "unreadable_answer", actQueryTexts.deployedButUnreadable);
}

export const deploymentMutations = {
  /** Never retried. */
  create: (onProgress: (progress: SentProgress) => void) =>
    mutationOptions({
      mutationFn: (sent: DeploymentToSend) => create(sent, onProgress),
      meta: { invalidates: appQueries.all },
    }),
} as const;

/**
 * Calls `onEvent` with each event of a deployment from its beginning, until it has ended or `signal` aborts; waits while other
 * tabs have three outputs open. Throws BffError when the stream is refused or breaks off before.
 */
export async function followDeployment(
  id: string,
  onEvent: (event: DeploymentProgress) => void,
  options: PlaceOptions,
): Promise<void> {
  const { path } = deploymentProgressOperations.followDeploymentProgress;
  let hasEnded = false;
  const take = (data: unknown) => {
    const event = deploymentProgress.parse(data);
    hasEnded ||= "status" in event && isOver(event.status);
    onEvent(event);
  };
  await readEvents(fillPath(path, { id }), take, options);
  if (!hasEnded) throw new BffError(0, "events_broke_off", actQueryTexts.deploymentLogBrokeOff);
}
