import { Button } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../access/can";
import { beginsWith } from "../../../kit/beginning";
import { DialogFrame } from "../../../ui/dialog-frame";

const GROUPS = "/operation-access/group-list";

interface OpensToProps {
  added: { projectId: number; name: string };
  onClose: () => void;
}

/** Says that nobody can open a new product yet, and leads to a group for it. */
export function OpensTo({ added: { projectId, name }, onClose }: OpensToProps) {
  const { t } = useTranslation(["products", "ui"]);
  const addsGroups = useCan()("operation_access.UserGroupManagement.GroupList.add");
  return (
    <DialogFrame
      title={t("products:opens", { name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          {addsGroups && (
            <Button asChild data-autofocus>
              <Link to={`${GROUPS}?new=`} state={beginsWith("group", { appId: projectId, appName: name })}>
                {t("products:opens.add")}
              </Link>
            </Button>
          )}
        </>
      }
    >
      {addsGroups ? t("products:opens.text") : t("products:opens.ask")}
    </DialogFrame>
  );
}
