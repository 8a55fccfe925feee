import { Box } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { SearchInput } from "../search-input";
import { products } from "../sources";
import { AccessCheck, type AccessCheckProps } from "./access-check";

interface CheckApplicationProps extends Omit<AccessCheckProps, "projectId"> {
  /** The person's name. */
  name: string;
}

/** The field that chooses an application to check for one person, with the answer below. */
export default function CheckApplication({ name, ...check }: CheckApplicationProps) {
  const { t } = useTranslation("checking");
  const services = useServices();
  const [projectId, setProjectId] = useState("");
  return (
    <Box as="section" marginBottom="5">
      <SearchInput
        label={t("application")}
        help={t("application.help", { name })}
        source={products(services, false)}
        value={projectId}
        onChange={setProjectId}
      />
      {projectId && (
        <Box marginTop="3">
          <AccessCheck key={projectId} projectId={Number(projectId)} {...check} />
        </Box>
      )}
    </Box>
  );
}
