import { operations } from "@/lib/contract/operations/operations";
import { downloadRoute } from "@/lib/server/http/download-route";
import { safeFileName } from "@/lib/server/kernel/safe-file-name";
import { resolveProfileName } from "@/lib/server/profiles/resolve-profile-name";

export const { GET, HEAD } = downloadRoute(operations.downloadProfile, {
  fileName: async ({ params }) =>
    safeFileName(`profile-${await resolveProfileName(params.id_or_name)}.json`, "profile.json"),
  whenEmpty: "This profile has no saved state yet.",
});
