// React's development build keeps a stack and a task of each element and the times of each render, for developer tools.
// That took more than half of the CPU of these tests; its warnings stay. To be imported before anything of React.
import "./without-console-tracing.ts";
import * as React from "react";

const internals: unknown = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (typeof internals !== "object" || internals === null || !("recentlyCreatedOwnerStacks" in internals))
  throw new Error("This version of React counts the stacks of elements in another place.");
// As if so many were kept already: no further one is.
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
});
