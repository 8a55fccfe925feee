//! What the access rights that Atrium itself checks are called in Chinese. In English they are stored
//! (`built_in_rights.rs`).

use crate::access::AccessCode;
use crate::i18n::language::Language;

/// The name and the description of an access right, for a reader of `language`. `written` are the stored ones, which a
/// right that is not built in always has.
pub fn right_words(
    is_built_in: bool,
    code: &str,
    written: (String, String),
    language: Language,
) -> (String, String) {
    let known = AccessCode::from_text(code).filter(|_| is_built_in);
    let Some(known) = known else {
        return written;
    };
    let (name, description) = chinese(known);
    let (written_name, written_description) = written;
    (
        language.of_two(written_name, name.to_owned()),
        language.of_two(written_description, description.to_owned()),
    )
}

/// The name and the description of a built-in right in Chinese.
const fn chinese(code: AccessCode) -> (&'static str, &'static str) {
    use AccessCode as Code;
    match code {
        Code::AccountListView => ("账号：查看", "查看账号列表和每个账号的详情。"),
        Code::AccountListAdd => ("账号：添加", "添加账号。"),
        Code::AccountListEdit => ("账号：修改", "修改账号。"),
        Code::AccountListStatus => ("账号：启用和停用", "启用和停用账号。"),
        Code::AccountListPassword => ("账号：重置密码", "为账号设置随机密码。"),
        Code::AccountListHome => ("账号：查看首页", "以账号本人的视角查看首页。"),
        Code::AccountListExport => ("账号：下载", "下载账号列表。"),
        Code::PermissionRequestListView => ("权限申请：查看", "查看所有用户组的申请。"),
        Code::PermissionRequestListExamine => ("权限申请：审批", "审批所有用户组的申请。"),
        Code::ApplicationForAccountView => ("账号申请：查看", "查看账号申请。"),
        Code::ApplicationForAccountExamine => ("账号申请：审批", "审批账号申请。"),
        Code::AuditLogView => ("审计日志：查看", "查看审计日志。"),
        Code::AuditLogExport => ("审计日志：下载", "下载审计日志。"),
        Code::GroupListView => ("用户组：查看", "查看用户组列表。"),
        Code::GroupListAdd => ("用户组：添加", "添加用户组。"),
        Code::GroupListEdit => (
            "用户组：修改",
            "修改用户组的信息、管理员、成员、产品和权限。",
        ),
        Code::GroupListStatus => ("用户组：启用和停用", "启用和停用用户组。"),
        Code::ProductListView => ("产品：查看", "查看产品列表。"),
        Code::ProductListAdd => ("产品：添加", "添加产品。"),
        Code::ProductListEdit => ("产品：修改", "修改产品的内容、打开的应用和开放对象。"),
        Code::ProductListStatus => ("产品：启用和停用", "启用和停用产品。"),
        Code::ApplicationListView => ("接入应用：查看", "查看接入应用列表和每个应用的详情。"),
        Code::ApplicationListAdd => ("接入应用：添加", "添加接入应用。"),
        Code::ApplicationListEdit => ("接入应用：修改", "修改、启用和停用接入应用。"),
        Code::ApplicationListSecret => ("接入应用：更换密钥", "为接入应用生成新的客户端密钥。"),
        Code::ModuleListView => ("模块：查看", "查看产品的模块。"),
        Code::ModuleListAdd => ("模块：添加", "为产品添加模块。"),
        Code::ModuleListEdit => ("模块：修改", "修改产品的模块。"),
        Code::ModuleListDelete => ("模块：删除", "删除产品的模块。"),
        Code::JobListView => ("后台任务：查看", "查看后台任务队列、其中的邮件和计划任务。"),
        Code::JobListRetry => ("后台任务：重试", "将已失败的任务重新放入队列。"),
        Code::OverviewView => ("概览：查看", "查看整个系统的统计数据。"),
        Code::HomeTilesEdit => ("首页磁贴：修改", "设置首页的磁贴。"),
        Code::AssistantGatewayView => ("智能助手：查看", "查看智能助手的版本和额度。"),
        Code::AssistantGatewayEdit => ("智能助手：修改", "修改智能助手的版本和额度。"),
        Code::AssistantUsageView => (
            "智能助手用量：查看",
            "查看各用户和代理公司使用智能助手的情况和费用。",
        ),
        Code::OrganisationListView => (
            "组织：查看",
            "查看代理公司、客户、品牌、事业部和行业的列表。",
        ),
        Code::OrganisationListEdit => (
            "组织：修改",
            "添加和修改代理公司、客户、品牌、事业部和行业。",
        ),
        Code::AccessListView => ("权限：查看", "查看产品的权限和拥有权限的用户。"),
        Code::AccessListAdd => ("权限：添加", "添加权限（草稿）。"),
        Code::AccessListEdit => ("权限：修改", "修改权限（草稿）。"),
        Code::AccessListDelete => ("权限：删除", "删除权限。"),
        Code::AccessListAssign => ("权限：分配", "将权限授予用户组（草稿）。"),
        Code::AccessListConfirm => ("权限：确认", "确认权限的草稿，使其生效。"),
        Code::RoleListView => ("角色：查看", "查看产品的角色和拥有角色的用户。"),
        Code::RoleListAdd => ("角色：添加", "添加角色。"),
        Code::RoleListEdit => ("角色：修改", "修改角色及其权限。"),
        Code::RoleListDelete => ("角色：删除", "删除角色。"),
        Code::RoleListAssign => ("角色：分配", "将角色授予用户。"),
        Code::AnnouncementListView => ("公告：查看", "查看公告列表和每个公告的详情。"),
        Code::AnnouncementListAdd => ("公告：添加", "添加公告。"),
        Code::AnnouncementListEdit => ("公告：修改", "修改公告。"),
        Code::AnnouncementListDelete => ("公告：删除", "删除公告。"),
        Code::AnnouncementListStatus => ("公告：启用和停用", "启用和停用公告。"),
        Code::AnnouncementListReaders => ("公告：查看读者", "查看已读公告的用户姓名。"),
        Code::AnnouncementListSignin => ("公告：登录页提示", "填写公告在登录页上显示的一行文字。"),
        Code::SurveyListView => ("问卷：查看", "查看问卷列表和每份问卷的详情。"),
        Code::SurveyListEdit => ("问卷：修改", "添加、修改、启用、停用和删除问卷。"),
        Code::SurveyListResults => ("问卷：查看结果", "查看用户的回答。"),
        Code::FeedbackListView => ("反馈：查看", "查看所有用户的反馈。"),
        Code::FeedbackListAnswer => ("反馈：处理", "处理反馈：状态、处理人、答复和重复项。"),
        Code::FeedbackListExport => ("反馈：下载", "下载反馈。"),
        Code::IrisMappingListView => ("IRIS 映射：查看", "查看 IRIS 映射列表。"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// P-07: each code has a name of its own.
    #[test]
    fn no_two_built_in_rights_share_a_name() {
        let names: BTreeSet<&str> = AccessCode::ALL
            .iter()
            .map(|code| chinese(*code).0)
            .collect();
        assert_eq!(names.len(), AccessCode::ALL.len());
    }

    #[test]
    fn only_a_built_in_right_is_translated() {
        let written = || ("Audit log: view".to_owned(), "See it.".to_owned());
        let code = AccessCode::AuditLogView.as_str();
        let shown =
            |is_built_in, code, language| right_words(is_built_in, code, written(), language).0;
        assert_eq!(shown(true, code, Language::ZhCn), "审计日志：查看");
        assert_eq!(shown(true, code, Language::EnUs), "Audit log: view");
        assert_eq!(shown(false, code, Language::ZhCn), "Audit log: view");
        assert_eq!(shown(true, "old.code", Language::ZhCn), "Audit log: view");
    }
}
