import type { App } from "@/lib/contract/apps";
import type { Invocation } from "@/lib/contract/invocations";
import { latestVersion } from "./invoke-fields.ts";
import { invokeTargetsTexts } from "./invoke-messages.ts";

/** An action that exists or existed. */
export interface Target {
  readonly app_name: string;
  readonly version: string | undefined;
  readonly action_name: string | undefined;
}
export type TargetKey = keyof Target;
type Named = Readonly<Record<TargetKey, string>>;

/** Every combination in the deployed applications and the invocations that were read. */
export function invokeTargets(apps: readonly App[], invocations: readonly Invocation[]): readonly Target[] {
  const deployed = apps.flatMap(({ app_name, version, actions }): Target[] => {
    if (!app_name) return [];
    const common = { app_name, version: version ?? undefined };
    const named = (actions ?? []).map(({ name }) => ({ ...common, action_name: name }));
    return named.length > 0 ? named : [{ ...common, action_name: undefined }];
  });
  const seen = invocations.flatMap(({ app_name, version, action_name }): Target[] =>
    app_name ? [{ app_name, version: version ?? undefined, action_name: action_name ?? undefined }] : [],
  );
  return [...deployed, ...seen];
}

const distinct = (values: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(values.flatMap((value) => (value === undefined || value === "" ? [] : [value])))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );

const ofApp = (known: readonly Target[], app: string) =>
  known.filter(({ app_name }) => app === "" || app_name === app);
const ofVersion = (known: readonly Target[], version: string) =>
  known.filter((each) => version === "" || version === latestVersion || each.version === version);

/** Suggestions for each field, given the previous fields. */
export function choicesFor(
  known: readonly Target[],
  { app_name, version }: Named,
): Readonly<Record<TargetKey, readonly string[]>> {
  const inApp = ofApp(known, app_name.trim());
  return {
    app_name: distinct(known.map((each) => each.app_name)),
    version: [
      latestVersion,
      ...distinct(inApp.map((each) => each.version)).filter((each) => each !== latestVersion),
    ],
    action_name: distinct(ofVersion(inApp, version.trim()).map((each) => each.action_name)),
  };
}

/** A warning for the first field with an unknown value. Only a warning: the API decides. */
export function unknownTarget(
  known: readonly Target[],
  named: Named,
): { readonly key: TargetKey; readonly text: string } | undefined {
  const [app, version, action] = [named.app_name.trim(), named.version.trim(), named.action_name.trim()];
  if (known.length === 0 || app === "") return undefined;
  const inApp = ofApp(known, app);
  if (inApp.length === 0) return { key: "app_name", text: invokeTargetsTexts.applicationNotKnown(app) };
  const inVersion = ofVersion(inApp, version);
  if (inVersion.length === 0)
    return { key: "version", text: invokeTargetsTexts.versionNotKnown(version, app) };
  const actions = distinct(inVersion.map((each) => each.action_name));
  if (action === "" || actions.length === 0 || actions.includes(action)) return undefined;
  return { key: "action_name", text: invokeTargetsTexts.actionNotKnown({ action, app, version }) };
}
