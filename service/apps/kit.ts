// What deployed code gets from `import … from "fleetdeck"`: a way to name an application and its actions.
// Loaded inside the runner together with that code, so it knows nothing of the service.
import type { ActionContext } from "./app.ts";

/** What an action of a deployed application is given. */
export interface DeployedContext extends ActionContext {
  invocation_id: string;
  /** For calls to the service's API; the token works as long as the invocation runs. */
  api: { url: string; token: string };
}

export type DeployedAction = (context: DeployedContext, payload?: unknown) => unknown;

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

/** Every application that the loaded code has named. */
export const namedApps: DeployedApp[] = [];

/** Names an application. Its actions are added with `.action(name, handler)`. */
export function app(name: string): DeployedApp {
  const made = new DeployedApp(name);
  namedApps.push(made);
  return made;
}

/** Names an application and all its actions at once. */
export function defineApp(definition: {
  name: string;
  actions: Readonly<Record<string, DeployedAction>>;
}): DeployedApp {
  const made = app(definition.name);
  for (const [name, handler] of Object.entries(definition.actions)) made.action(name, handler);
  return made;
}
