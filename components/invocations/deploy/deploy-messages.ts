// Texts of deployments that a list of invocations shows.

export const deployButtonTexts = {
  deploy: "Deploy…",
  deployVersions: "deploy versions",
} as const;
