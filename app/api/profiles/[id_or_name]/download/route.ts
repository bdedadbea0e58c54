import { operations } from "@/lib/contract/operations";
import { downloadRoute, safeFileName } from "@/lib/server/routes/download-route";
import { knownProfileName } from "@/lib/server/watch/known-profile-name";

export const { GET, HEAD } = downloadRoute(operations.downloadProfile, {
  fileName: async ({ params }) =>
    safeFileName(`profile-${await knownProfileName(params.id_or_name)}.json`, "profile.json"),
  whenEmpty: "This profile has no saved state yet.",
});
