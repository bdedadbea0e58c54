import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement } from "../http/route.ts";
import { receiveUpload, type UploadLimits } from "../machine/receive-upload.ts";
import type { AppVersions } from "./app-versions.ts";
import { parseDeploymentRequest } from "./deployment-request.ts";
import type { Deployments } from "./deployments.ts";

const limits: UploadLimits = {
  maxParts: 120,
  maxFileBytes: 100 * 1024 * 1024,
  maxTotalBytes: 101 * 1024 * 1024,
  maxFieldBytes: 65_536,
};

/** The API's operations on deployments. */
export const deploymentRoutes = (deployments: Deployments): Implementation[] => [
  implement(operations.createDeployment, async ({ request }) => {
    const upload = await receiveUpload(request, { dir: deployments.code.incoming, limits });
    try {
      return { status: 201, body: await deployments.create(parseDeploymentRequest(upload.parts)) };
    } finally {
      await upload.discard();
    }
  }),
  implement(operations.listDeployments, async ({ query }) => {
    const { items, paging } = deployments.list(query);
    return { status: 200, body: items, paging };
  }),
  implement(operations.retrieveDeployment, async ({ params }) => ({
    status: 200,
    body: deployments.retrieve(params.id),
  })),
  implement(operations.deleteDeployment, async ({ params }) => {
    await deployments.delete(params.id);
    return { status: 204 };
  }),
  implement(operations.followDeployment, async ({ params, query, signal, sendEvents }) => {
    const events = deployments.follow(params.id, query.since, signal);
    return await sendEvents(events, { heartbeats: "events" });
  }),
];

/** The API's list of applications. */
export const appRoutes = (versions: AppVersions): Implementation[] => [
  implement(operations.listApps, async ({ query }) => {
    const { items, paging } = versions.list(query);
    return { status: 200, body: items, paging };
  }),
];
