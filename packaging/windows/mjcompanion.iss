; Inno Setup: the installer for Windows, of the bundle that `python packaging\build.py bundle` makes there.
;     iscc /DVersion=0.1.0 packaging\windows\mjcompanion.iss
; Prepared, and not tried.
#ifndef Version
  #error Say which version: /DVersion=0.1.0
#endif
#define Bundle "..\..\dist\mjcompanion-" + Version + "-windows-amd64"

[Setup]
AppId={{7B0C6B4E-57F0-4F7E-9C39-0D2B9A4C6E11}
AppName=Mah Jongg Companion
AppVersion={#Version}
AppPublisher=The Mah Jongg Companion founders
DefaultDirName={autopf}\Mah Jongg Companion
DefaultGroupName=Mah Jongg Companion
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=mjcompanion-{#Version}-setup
SetupIconFile=..\..\build\icons\app.ico
UninstallDisplayIcon={app}\Mah Jongg Companion.exe
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked

[InstallDelete]
; what an older version left would be loaded by this one
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Mah Jongg Companion"; Filename: "{app}\Mah Jongg Companion.exe"
Name: "{autodesktop}\Mah Jongg Companion"; Filename: "{app}\Mah Jongg Companion.exe"; Tasks: desktopicon

[Registry]
; Windows knows files by the last ending alone: .toml and .json stay with their programs, and "Open with" names ours
Root: HKA; Subkey: "Software\Classes\mjcompanion.file"; ValueType: string; ValueData: "File of Mah Jongg Companion"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\mjcompanion.file\shell\open\command"; ValueType: string; ValueData: """{app}\Mah Jongg Companion.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.toml\OpenWithProgids"; ValueType: string; ValueName: "mjcompanion.file"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "mjcompanion.file"; ValueData: ""; Flags: uninsdeletevalue

[Run]
Filename: "{app}\Mah Jongg Companion.exe"; Description: "{cm:LaunchProgram,Mah Jongg Companion}"; Flags: nowait postinstall skipifsilent

[UninstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Code]
procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if Step = usPostUninstall then
    SuppressibleMsgBox('What you kept (sessions, cards, rules, settings) is still in ' +
      ExpandConstant('{localappdata}\mjcompanion') + '. Whoever wants it gone deletes that folder.',
      mbInformation, MB_OK, IDOK);
end;
