import { Box, Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { displayName, type UserInfo } from "../../../access/user";
import { useServices } from "../../../api/services";
import { LARGEST_PICTURE, PICTURE_TYPES, uploadOwnPicture } from "../../../api/upload-picture";
import { PersonPicture } from "../../../kit/person-picture";
import { UploadField } from "../../../kit/upload-field";
import { useAct, useRefresh } from "../../../kit/use-act";
import { useUpload } from "../../../kit/use-upload";
import { BusyButton } from "../../../ui/busy-button";
import { Part } from "../../../ui/part";
import { useKeptFocus } from "../../../ui/use-kept-focus";
import { saveProfile } from "../profile-queries";

const NAMES = ["own-profile", "user"] as const;

/** The person's picture, which the person uploads, replaces and removes at once. */
export function OwnPicture({ user }: { user: UserInfo }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const refresh = useRefresh(NAMES);
  const removal = useAct(() => saveProfile(services, { picture: "" }), {
    done: t("picture.removed"),
    refresh: NAMES,
  });
  const upload = useUpload({
    call: async (file, watch) => {
      const profile = await uploadOwnPicture(services, file, watch);
      await refresh();
      return profile;
    },
    onDone: (sent) => {
      if (!sent) void removal.run();
    },
  });
  const kept = useKeptFocus<HTMLDivElement>(user.picture);
  return (
    <Part heading={t("picture")}>
      <Text marginTop="0" marginBottom="4" color="fg.muted">
        {t("picture.what")}
      </Text>
      <Flex gap="5" align="start" wrap={{ base: "wrap", sm: "nowrap" }} tabIndex={-1} {...kept}>
        <Flex direction="column" align="center" gap="3" flexShrink="0">
          <PersonPicture name={displayName(user)} picture={user.picture} size="16" />
          {user.picture && (
            <BusyButton
              variant="outline"
              size="sm"
              aria-label={t("picture.remove")}
              busy={removal.busy}
              onClick={upload.remove}
            >
              {t("picture.removeShort")}
            </BusyButton>
          )}
        </Flex>
        <Box flex="1" minWidth="0">
          <UploadField
            label={t(user.picture ? "picture.replace" : "picture.upload")}
            upload={upload}
            types={PICTURE_TYPES}
            maxSize={LARGEST_PICTURE}
          />
        </Box>
      </Flex>
    </Part>
  );
}
