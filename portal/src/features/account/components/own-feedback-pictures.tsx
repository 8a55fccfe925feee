import { Box, Button, Image } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../address/base";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { ownPicturesQuery } from "../feedback-queries";

/** The pictures of the person's own feedback, fetched when they are wanted. */
export function OwnFeedbackPictures({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation("feedback");
  const [open, setOpen] = useState(false);
  if (count === 0) return null;
  if (open) return <Shown id={id} />;
  return (
    <Button variant="outline" size="sm" marginBottom="3" onClick={() => setOpen(true)}>
      {t("own.pictures")}
    </Button>
  );
}

function Shown({ id }: { id: string }) {
  const { t } = useTranslation("feedback");
  const { data, error, refetch } = useQuery(ownPicturesQuery(useServices(), id));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={1} height="20" />;
  return (
    <Box role="group" aria-label={t("pictures")} display="flex" gap="3" flexWrap="wrap" marginBottom="3">
      {data.pictures.map(({ name, url }, index) => (
        <Image
          key={name}
          src={addressOf(url)}
          alt={t("pictures.one", { place: index + 1 })}
          maxHeight="240px"
          maxWidth="full"
          border="1px solid"
          borderColor="border"
          borderRadius="control"
        />
      ))}
    </Box>
  );
}
