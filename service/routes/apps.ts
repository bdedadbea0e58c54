import { operations } from "../../lib/contract/operations.ts";
import type { AppVersions } from "../domain/app-versions.ts";
import { type Implementation, implement } from "./route.ts";

export const appRoutes = (versions: AppVersions): Implementation[] => [
  implement(operations.listApps, async ({ query }) => {
    const { items, paging } = versions.list(query);
    return { status: 200, body: items, paging };
  }),
];
