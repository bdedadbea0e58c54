// The module that deployed code imports as "fleetdeck", to define applications and their actions. Loaded in the runner
// together with that code, so it imports nothing of the service at run time.
import type { ActionContext } from "./app.ts";

/** The context of an action of a deployed application. */
export interface DeployedContext extends ActionContext {
  invocation_id: string;
  /** For calls to the service's API; the token is valid while the invocation runs. */
  api: { url: string; token: string };
}

export type DeployedAction = (context: DeployedContext, payload?: unknown) => unknown;

/** An application of deployed code. */
export class DeployedApp {
  readonly name: string;
  readonly actions = new Map<string, DeployedAction>();

  constructor(name: string) {
    this.name = name;
  }

  /** Adds an action; `handler` gets the context and the parsed payload, and returns the output. */
  action(name: string, handler: DeployedAction): this {
    this.actions.set(name, handler);
    return this;
  }
}

/** Every application that the loaded code has defined. */
export const namedApps: DeployedApp[] = [];

/** Defines an application. Its actions are added with `.action(name, handler)`. */
export function app(name: string): DeployedApp {
  const created = new DeployedApp(name);
  namedApps.push(created);
  return created;
}

/** Defines an application with all its actions. */
export function defineApp(definition: {
  name: string;
  actions: Readonly<Record<string, DeployedAction>>;
}): DeployedApp {
  const created = app(definition.name);
  for (const [name, handler] of Object.entries(definition.actions)) created.action(name, handler);
  return created;
}
