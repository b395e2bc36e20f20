"""What kind of thing a noun names: "footballer" a person, "village" a place. Data, not code.

Read off the opening sentence of an article ("X is a village in ..."). A noun that is not here is not guessed at.
"""

from __future__ import annotations


def listed(words: str) -> frozenset[str]:
    """A set of words, written as one text."""
    return frozenset(words.split())


_NOUNS = {
    "country": "country nation republic",
    "place": """
        village town city municipality commune comune county district province island mountain river lake hamlet suburb
        neighborhood neighbourhood township parish borough settlement locality region department canton prefecture
        governorate state territory capital community barangay oblast arrondissement atoll peninsula valley
        creek stream tributary glacier volcano stratovolcano peak hill reservoir dam bridge tunnel tower skyscraper
        building stadium arena station airport castle palace fort fortress church cathedral mosque temple shrine
        synagogue monastery abbey priory chapel house mansion hotel museum park zoo library theatre theater venue
        lighthouse mall hospital prison cemetery ground field gymnasium racecourse racetrack circuit
        velodrome waterfall cave crater dong ward subdistrict seat
        aerodrome airfield amphitheatre auditorium ballpark resort square street road highway motorway canal pass
        plantation farm farmhouse courthouse""",
    "organisation": """
        company university college school corporation organization organisation institution institute agency
        bank airline party newspaper magazine network charity union association society foundation label publisher
        manufacturer developer studio brewery retailer firm conglomerate subsidiary orchestra choir congregation
        academy seminary hospital league federation band duo trio quartet group broadcaster bookmaker
        startup railroad railway cooperative co-operative fraternity sorority""",
    "team": "club team franchise side",
    "event": "tournament season championship edition race election battle war festival match competition event",
    "work": """
        film movie album song single novel book series sitcom telenovela miniseries musical opera play game ep
        documentary cartoon anime manga comedy drama short sequel painting sculpture poem trilogy thriller
        soundtrack mixtape memoir novella""",
    "species": "species genus breed",
}

KIND_OF: dict[str, str] = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}

PERSON_NOUNS: frozenset[str] = listed("""
    player footballer actor politician actress singer director runner coach wrestler skater cyclist golfer pitcher
    driver skier writer lawyer athlete racer manager swimmer biathlete officer singer-songwriter artist gymnast
    businessman businesswoman cricketer musician composer author novelist boxer soldier linebacker rapper jumper
    sprinter sailor comedian producer journalist filmmaker architect quarterback poet curler luger lineman
    snowboarder attorney shooter engineer goaltender midfielder weightlifter thrower physicist cornerback rower
    defender executive outfielder model screenwriter goalkeeper personality diplomat canoeist pianist dancer
    activist judoka statesman sculptor jockey playwright winger fencer presenter mathematician designer judge
    physician catcher bobsledder guitarist farmer scientist entrepreneur drummer striker historian referee economist
    hurdler diver chemist bassist saxophonist academic conductor painter placekicker songwriter biologist
    competitor bishop educator triathlete infielder chef defenseman defenceman scholar fullback priest commander
    canoer punter dj jurist merchant host explorer luchador administrator aviator philosopher clergyman animator
    minister nobleman commentator broadcaster barrister professor senator biochemist trumpeter teacher walker
    violinist photographer archer editor cartoonist captain equestrian cardinal zoologist naturalist inventor
    astronomer rider analyst pastor cinematographer sergeant astronaut sportscaster magnate banker pilot doctor
    physiologist prelate financier trombonist critic psychologist philanthropist colonel revolutionary tenor
    vocalist cleric geologist pentathlete kayaker preacher performer researcher illustrator mayor admiral baritone
    paleoanthropologist sportsman sportswoman geneticist landowner promoter prince princess king queen emperor
    trader lyricist choreographer industrialist pundit lieutenant legislator vaulter racewalker investor reporter
    halfback grandmaster surgeon consultant solicitor botanist tycoon dramatist planter soprano sportswriter linguist
    ambassador entertainer surveyor socialite justice primatologist bodybuilder gangster airman clarinetist magician
    polymath lecturer theologian essayist anthropologist archaeologist sociologist programmer stuntman flautist
    cellist organist harpist percussionist keyboardist violist mezzo-soprano contralto noblewoman feminist librarian
    missionary rabbi monk nun suffragist suffragette sailor handballer
    bowler batsman wicket-keeper all-rounder motorcyclist mountaineer climber surfer skateboarder taekwondoka
    karateka heptathlete decathlete steeplechaser marathoner philologist astrophysicist
    cosmonaut virologist neurologist psychiatrist dentist nurse pathologist pharmacologist statistician cryptographer
    trainer coxswain speedskater ice-dancer bullfighter gunfighter outlaw
    translator columnist youtuber blogger impressionist humorist satirist folklorist
    """)


def kind_of(noun: str) -> str:
    """The subject type of a head noun in lower case ("film" gives "work"), "" if it is not known."""
    if noun in PERSON_NOUNS:
        return "person"
    return KIND_OF.get(noun, "")
